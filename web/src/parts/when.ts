// Times for people, in the reader's own language.
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "long" });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** `3 minutes ago`; the date itself if that is longer ago than a week. */
export function ago(time: number): string {
  const past = Date.now() - time;
  if (past > 7 * 86_400_000) return date.format(time);
  for (const [unit, span] of UNITS) if (past >= span) return relative.format(-Math.floor(past / span), unit);
  return relative.format(0, "minute");
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** `today`, or the date. */
export const dayOf = (time: number): string => (day.format(time) === day.format(Date.now()) ? relative.format(0, "day") : day.format(time));

/** A date with the time of day. */
export const exact = (time: number) => date.format(time);

/** `2:05` from milliseconds. */
export function minutes(span: number): string {
  const seconds = Math.max(0, Math.floor(span / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
