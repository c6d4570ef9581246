"""The client: a command line, a terminal table and an asyncio SDK for players made of code."""
