// A large drawing of which only what is in sight is painted.
//
// A browser goes through everything in a drawing whenever anything in it changes, seen or not. So the
// drawing is cut into tiles, each a group of its own, and the tiles out of sight are switched off. What is
// longer than a tile, a rail or a long wire, is always there.

/** So wide and high a tile is, in the drawing's own measure. */
const TILE = 300;

/** @typedef {{ element: SVGGElement, x: number, y: number, shown: boolean }} Tile */

/** @typedef {{ left: number, top: number, width: number, height: number }} Sight */

export class Tiles {
  /**
   * Cuts a drawing that is on the page, with everything in it shown.
   * @param {SVGSVGElement} drawing
   * @param {number} zoom how large it is shown now
   */
  constructor(drawing, zoom) {
    /** @type {Map<string, Tile>} */
    this.tiles = new Map();
    const origin = drawing.getBoundingClientRect();
    const children = [...drawing.children].filter((child) => !["title", "desc", "style", "defs"].includes(child.localName));
    const boxes = children.map((child) => child.getBoundingClientRect());
    children.forEach((child, index) => {
      const box = boxes[index];
      if (Math.max(box.width, box.height) > TILE * zoom) return;
      const x = Math.floor((box.left + box.width / 2 - origin.left) / zoom / TILE);
      const y = Math.floor((box.top + box.height / 2 - origin.top) / zoom / TILE);
      this.tileAt(drawing, x, y).element.append(child);
    });
  }

  /**
   * @param {SVGSVGElement} drawing
   * @param {number} x
   * @param {number} y
   * @returns {Tile}
   */
  tileAt(drawing, x, y) {
    const key = `${x} ${y}`;
    const known = this.tiles.get(key);
    if (known) return known;
    const element = document.createElementNS("http://www.w3.org/2000/svg", "g");
    drawing.append(element);
    const tile = { element, x, y, shown: true };
    this.tiles.set(key, tile);
    return tile;
  }

  /**
   * Shows the tiles in sight and around it, and switches the others off.
   * @param {Sight} sight in pixels of the scrolled drawing
   * @param {number} zoom
   */
  show({ left, top, width, height }, zoom) {
    // What is in a tile may reach half a tile beyond it.
    const reach = TILE / 2 + 40;
    for (const tile of this.tiles.values()) {
      const shown =
        (tile.x * TILE - reach) * zoom < left + width &&
        ((tile.x + 1) * TILE + reach) * zoom > left &&
        (tile.y * TILE - reach) * zoom < top + height &&
        ((tile.y + 1) * TILE + reach) * zoom > top;
      if (shown === tile.shown) continue;
      tile.shown = shown;
      tile.element.style.display = shown ? "" : "none";
    }
  }
}
