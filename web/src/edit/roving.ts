/** Many buttons that are one stop of the tab key: the arrow keys go from one to the next, and Tab comes back to the last. */
const STOPS = "button:not(:disabled), summary, input";
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function roving(node: HTMLElement) {
  const stops = (): HTMLElement[] => [...node.querySelectorAll<HTMLElement>(STOPS)].filter((one) => one.offsetParent !== null);
  let last: HTMLElement | null = null;

  function mark(): void {
    const all = stops();
    if (!last || !all.includes(last)) last = all.find((one) => one.getAttribute("aria-pressed") === "true") ?? all[0] ?? null;
    for (const one of all) one.tabIndex = one === last ? 0 : -1;
  }

  function focused(event: FocusEvent): void {
    const stop = (event.target as Element).closest<HTMLElement>(STOPS);
    if (stop) last = stop;
    mark();
  }

  function pressed(event: KeyboardEvent): void {
    const from = (event.target as Element).closest<HTMLElement>(STOPS);
    const typing = from?.tagName === "INPUT" && /^Arrow(Left|Right)$/.test(event.key);
    const all = stops();
    const end = { Home: 0, End: all.length - 1 }[event.key];
    const step = STEPS[event.key];
    if (!from || typing || event.ctrlKey || event.metaKey || event.altKey || (step === undefined && end === undefined)) return;
    event.preventDefault();
    event.stopPropagation();
    all[end ?? (all.indexOf(from) + (step ?? 0) + all.length) % all.length]?.focus();
  }

  const observer = new MutationObserver(mark);
  observer.observe(node, { childList: true, subtree: true, attributes: true, attributeFilter: ["open"] });
  node.addEventListener("focusin", focused);
  node.addEventListener("keydown", pressed);
  mark();
  return {
    destroy() {
      observer.disconnect();
      node.removeEventListener("focusin", focused);
      node.removeEventListener("keydown", pressed);
    },
  };
}
