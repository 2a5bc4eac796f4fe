// Small helpers for elements, numbers and colours of the page.

type Child = Node | string | null | undefined;

/** An element with attributes, listeners (`onclick` and so on) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, unknown> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on") && typeof value === "function")
      element.addEventListener(key.slice(2), value as EventListener);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null)
      element.setAttribute(key, String(value));
  }
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
  return element;
}

/** A number with so many digits, without needless zeros. */
export function digits(value: number, count = 5): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e7) {
    const [mantissa, exponent] = value.toExponential(count - 1).split("e");
    return `${mantissa!.includes(".") ? mantissa!.replace(/\.?0+$/, "") : mantissa}e${Number(exponent)}`;
  }
  const text = value.toPrecision(count);
  if (text.includes("e")) return String(Number(text));
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** All digits of a number: the shortest text that reads back as the same. */
export function exactly(value: number): string {
  return String(value);
}

/** A colour of the page's theme. */
export function css(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Lets the user keep a text or picture as a file. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function checkbox(label: string, checked: boolean, change: (on: boolean) => void): HTMLElement {
  const box = h("input", { type: "checkbox", checked });
  box.addEventListener("change", () => change(box.checked));
  return h("label", { class: "check" }, box, label);
}
