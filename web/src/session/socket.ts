// The line to the server: opens, reopens with patience, and says when it is down.
import { signal } from "@preact/signals";
import type { FromClient, FromServer } from "./wire";

export type Line = "connecting" | "open" | "lost";

export const line = signal<Line>("connecting");

const PATIENCE = [250, 500, 1000, 2000, 4000, 8000];
/** The server pings every 15 seconds: after such a silence there is nobody at the other end. */
const SILENCE = 40_000;

export class Socket {
  #socket: WebSocket | null = null;
  #tries = 0;
  #heard = 0;
  #waiting: FromClient[] = [];

  constructor(
    private readonly onOpen: () => void,
    /** `text`: the message as it came, for those who check hashes over it. */
    private readonly onMessage: (message: FromServer, text: string) => void,
  ) {
    this.#connect();
    // Without a network a socket says nothing for minutes, not even that it is dead.
    addEventListener("offline", () => this.#hangUp());
    setInterval(() => performance.now() - this.#heard > SILENCE && this.#hangUp(), 5000);
    // A phone that wakes up should not wait out the patience.
    addEventListener("online", () => this.#reconnect());
    document.addEventListener("visibilitychange", () => document.hidden || this.#reconnect());
  }

  /** Send now, or, if `keep`, as soon as the line is open again. */
  send(message: FromClient, keep = false): boolean {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(message));
      return true;
    }
    if (keep) this.#waiting.push(message);
    return false;
  }

  /** Send this text just as it is, if the line is open. */
  pass(text: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /** What was kept is sent once the session has said hello. */
  release(): void {
    for (const message of this.#waiting.splice(0)) this.send(message);
  }

  #connect(): void {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.#heard = performance.now();
      this.onOpen();
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      if (this.#socket !== socket) return;
      this.#heard = performance.now();
      this.onMessage(JSON.parse(data) as FromServer, data);
    };
    socket.onclose = () => this.#lost(socket);
  }

  #lost(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    line.value = "lost";
    const wait = PATIENCE[Math.min(this.#tries++, PATIENCE.length - 1)]!;
    setTimeout(() => this.#socket === socket && this.#connect(), wait * (0.8 + 0.4 * Math.random()));
  }

  /** Take the line for dead without waiting for it to say so. */
  #hangUp(): void {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.onclose = null;
    socket.close();
    this.#lost(socket);
  }

  #reconnect(): void {
    if (this.#socket && this.#socket.readyState >= WebSocket.CLOSING) {
      this.#socket.onclose = null;
      this.#connect();
    }
  }
}
