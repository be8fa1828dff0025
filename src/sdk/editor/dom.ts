type Child = Node | string | false | undefined;

/** Properties, attributes (also `aria-…`, `data-…`) and listeners (`onclick`) of a new element. */
type Options = Record<string, unknown>;

/** Makes an element. Texts become text nodes, so markup in them stays text. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  options: Options = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value as EventListener);
    else if (key in element && !/^(list|form|role)$|-/.test(key)) Object.assign(element, { [key]: value });
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  element.append(...present(children));
  return element;
}

function present(children: readonly Child[]): (Node | string)[] {
  return children.filter((child): child is Node | string => child !== undefined && child !== false);
}

export function button(
  label: string,
  onclick: (event: Event) => void,
  options: Options = {},
): HTMLButtonElement {
  return make('button', { type: 'button', onclick, ...options }, label);
}

const SVG = 'http://www.w3.org/2000/svg';

/** A button with a drawing; `label` is its name and tooltip. */
export function iconButton(
  icon: string,
  label: string,
  onclick: (event: Event) => void,
  options: Options = {},
): HTMLButtonElement {
  const made = make('button', {
    type: 'button',
    className: 'icon',
    title: label,
    'aria-label': label,
    onclick,
    ...options,
  });
  made.append(drawIcon(icon));
  return made;
}

/** A drawing of lines on a field of 24 units. */
export function drawIcon(path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}

let lastId = 0;

/** An id for labels; unique in the page. */
export function nextId(): string {
  lastId += 1;
  return `galley-${lastId}`;
}

/** Shows a number. An input that has the same number stays as typed: `1.0` may become `1.05`. */
export function showNumber(input: HTMLInputElement, value: unknown): void {
  if (input.value !== '' && Number(input.value) === value) return;
  const text = value === undefined ? '' : String(value);
  if (input.value !== text) input.value = text;
}

/** A function that runs `work` once after the last of several calls. */
export function debounce(work: () => void, ms: number): { (): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    clearTimeout(timer);
    timer = setTimeout(work, ms);
  };
  return Object.assign(run, { cancel: () => clearTimeout(timer) });
}

/** A random prefix of classes, so that a mail cannot contain it. */
export function makeMarkerPrefix(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `b${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}-`;
}
