"""Cryptography that knows no game: ristretto255, masks, proofs, signatures."""
