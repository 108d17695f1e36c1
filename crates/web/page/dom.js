// Making elements. Whatever comes from a circuit is put in as text, never as markup.

const SVG_SPACE = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

/**
 * An element with its attributes and children; `class` is an attribute like any other. An attribute
 * that is `false`, `null` or `undefined` is left out, one that is `true` is there without a value.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  setAttributes(made, attributes);
  for (const child of children) if (child !== null && child !== undefined) made.append(child);
  return made;
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * Writes only where something else stands: writing the same text again costs a layout.
 * @param {Node} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * A small drawing of one path, in a box of 16 by 16, that says nothing to a screen reader.
 * @param {string} path
 * @param {Attributes} [attributes]
 * @returns {SVGSVGElement}
 */
export function icon(path, attributes = {}) {
  const drawing = /** @type {SVGSVGElement} */ (document.createElementNS(SVG_SPACE, "svg"));
  setAttributes(drawing, { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true", focusable: "false", ...attributes });
  const drawn = document.createElementNS(SVG_SPACE, "path");
  drawn.setAttribute("d", path);
  drawing.append(drawn);
  return drawing;
}

/**
 * A drawing that the program made, as an element of this page. Scripts are not part of any drawing and
 * are dropped whatever happens.
 * @param {string} text
 * @returns {SVGSVGElement | null} nothing, if it is no SVG
 */
export function parseDrawing(text) {
  if (!text.trimStart().startsWith("<svg")) return null;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = parsed.documentElement;
  if (root.localName !== "svg" || parsed.querySelector("parsererror")) return null;
  for (const script of root.querySelectorAll("script, foreignObject")) script.remove();
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
}

/** Whether whoever reads has asked for little movement. @returns {boolean} */
export function prefersStillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Does it at the next frame, and once only however often it is asked for till then.
 * @param {() => void} work
 * @returns {() => void}
 */
export function oncePerFrame(work) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      work();
    });
  };
}

/**
 * A file made here, for the reader to keep.
 * @param {string} name
 * @param {string} text
 */
export function offerFile(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
