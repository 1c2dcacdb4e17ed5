/** How long to wait before the n-th try to connect again, in milliseconds: doubling from half a second up to ten
 * seconds, each time shortened at random by up to a half so that a whole club does not knock at once. */
export function backoff(tries: number, random: () => number = Math.random): number {
  const full = Math.min(10_000, 500 * 2 ** Math.min(tries, 10));
  return Math.round(full * (1 - random() / 2));
}
