/** The table drawn in three dimensions.  It draws when something has changed and rests otherwise. */

import * as three from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { above, FIELD, type Look, type Turn, turnOf, whole } from "./camera";
import { boxOf, type Line, type Solid, type TableScene } from "./sceneData";

/** Colours as the page's theme has them. */
export interface Colours {
  paper: string;
  ground: string;
  ink: string;
  rule: string;
  terrain: string;
  sides: readonly string[];
  clear: string;
  blocked: string;
  chosen: string;
}

export interface Shown {
  scene: TableScene;
  shooter: string | null;
  target: string | null;
  lines: readonly Line[];
  /** Which of `colours.sides` a side has. */
  colourOf: (side: string) => number;
}

/** Where a name belongs in the picture, in pixels; null behind the viewer. */
export type Place = { x: number; y: number } | null;

export class View {
  #renderer: three.WebGLRenderer;
  #camera = new three.PerspectiveCamera(FIELD, 1, 0.1, 2000);
  /** Turned by hand: drags, pinches and the wheel. */
  #controls: OrbitControls;
  #scene = new three.Scene();
  #things = new three.Group();
  #frame = 0;
  #shown: Shown | null = null;
  /** The look that fits the table into the picture, as long as nobody has turned it. */
  #fits: ((width: number, depth: number, aspect: number) => Look) | null = whole;

  /** Raises where the browser has no WebGL. */
  constructor(
    canvas: HTMLCanvasElement,
    hand: HTMLElement,
    private colours: Colours,
    private readonly drawn: (placeOf: (point: three.Vector3) => Place) => void,
  ) {
    this.#renderer = new three.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.#renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.#camera.up.set(0, 0, 1);
    const sun = new three.DirectionalLight(0xffffff, 1.9);
    sun.position.set(-0.5, -0.8, 1.6);
    this.#scene.add(new three.HemisphereLight(0xffffff, 0xb8b2a6, 1.7), sun, this.#things);
    this.#controls = new OrbitControls(this.#camera, hand);
    // Never below the table, and along it where it is moved.
    Object.assign(this.#controls, { minDistance: 3, maxDistance: 400, maxPolarAngle: (88 * Math.PI) / 180, screenSpacePanning: false });
    this.#controls.addEventListener("start", () => (this.#fits = null));
    this.#controls.addEventListener("change", () => this.draw());
  }

  /** Show a table; the look stays where the viewer has put it, unless the table is another. */
  show(shown: Shown): void {
    const { width, depth } = shown.scene.table;
    const before = this.#shown?.scene.table;
    this.#shown = shown;
    if (before?.width !== width || before.depth !== depth) this.#fits = whole;
    this.#fit();
    this.#build();
    this.draw();
  }

  recolour(colours: Colours): void {
    this.colours = colours;
    this.#build();
    this.draw();
  }

  resize(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    this.#fit();
    this.draw();
  }

  fromFront = (): void => this.#look(whole);
  fromAbove = (): void => this.#look(above);

  #look(fits: typeof whole): void {
    this.#fits = fits;
    this.#fit();
  }

  turn({ around = 0, up = 0, near = 1, aside: [right, ahead] = [0, 0] }: Turn): void {
    this.#fits = null;
    this.#controls.rotateLeft(-three.MathUtils.degToRad(around));
    this.#controls.rotateUp(three.MathUtils.degToRad(up));
    this.#controls.dollyIn(near);
    // It is moved by pixels, of which so many are the distance to what is looked at.
    const far = this.#renderer.domElement.clientHeight / (2 * Math.tan(three.MathUtils.degToRad(FIELD / 2)));
    if (right || ahead) this.#controls.pan(-right * far, ahead * far);
  }

  /** Whether a key turned the look. */
  key(key: string, shift: boolean): boolean {
    if (key === "Home") this.fromFront();
    else if (key === "t") this.fromAbove();
    else {
      const by = turnOf(key, shift);
      if (!by) return false;
      this.turn(by);
    }
    return true;
  }

  /** The unit that is seen at a place of the canvas, both from -1 to 1, or null. */
  unitAt(x: number, y: number): string | null {
    const ray = new three.Raycaster();
    ray.setFromCamera(new three.Vector2(x, y), this.#camera);
    const hit = ray.intersectObjects(this.#things.children, true).find((one) => one.object instanceof three.Mesh);
    return (hit?.object.userData.unit as string | undefined) ?? null;
  }

  /** Ask for a picture with the next frame, however often it is asked for. */
  draw(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#render();
    });
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#controls.dispose();
    this.#clear();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  #fit(): void {
    const table = this.#shown?.scene.table;
    if (!table || !this.#fits) return;
    const { up, away } = this.#fits(table.width, table.depth, this.#camera.aspect);
    const tilt = three.MathUtils.degToRad(up);
    this.#controls.target.set(table.width / 2, table.depth / 2, 0);
    this.#camera.position.set(0, -away * Math.cos(tilt), away * Math.sin(tilt)).add(this.#controls.target);
    this.#controls.update();
  }

  #render(): void {
    this.#camera.updateMatrixWorld();
    this.#renderer.setClearColor(this.colours.paper);
    this.#renderer.render(this.#scene, this.#camera);
    this.drawn((point) => this.#placeOf(point));
  }

  #placeOf(point: three.Vector3): Place {
    const seen = point.clone().project(this.#camera);
    const { clientWidth, clientHeight } = this.#renderer.domElement;
    return seen.z > 1 ? null : { x: ((seen.x + 1) / 2) * clientWidth, y: ((1 - seen.y) / 2) * clientHeight };
  }

  #build(): void {
    this.#clear();
    if (!this.#shown) return;
    const { scene, shooter, target, lines } = this.#shown;
    this.#things.add(ground(scene.table, this.colours));
    for (const solid of scene.solids) this.#things.add(this.#solid(solid));
    const ring = (name: string | null, colour: string, twice: boolean): void => {
      const solid = scene.solids.find((one) => one.kind === "unit" && one.name === name);
      if (solid) this.#things.add(ringAround(solid, colour, twice));
    };
    ring(shooter, this.colours.chosen, false);
    ring(target, this.colours.chosen, true);
    for (const line of lines) this.#things.add(sightLine(line, this.colours));
  }

  #solid(solid: Solid): three.Group {
    const group = new three.Group();
    for (const part of solid.parts) {
      if (!part.positions.length) continue;
      const shape = new three.BufferGeometry();
      shape.setAttribute("position", new three.Float32BufferAttribute(part.positions, 3));
      shape.computeVertexNormals();
      const mesh = new three.Mesh(shape, this.#paint(solid, part.role));
      if (solid.kind === "unit") mesh.userData.unit = solid.name;
      const edges = new three.LineSegments(
        new three.EdgesGeometry(shape, 24),
        new three.LineBasicMaterial({ color: this.colours.ink, transparent: true, opacity: 0.34 }),
      );
      group.add(mesh, edges);
    }
    return group;
  }

  #paint(solid: Solid, role: string): three.Material {
    const side = this.colours.sides[this.#shown?.colourOf(solid.side ?? "") ?? 0] ?? this.colours.ink;
    const colour = new three.Color(solid.kind === "unit" ? side : this.colours.terrain);
    if (role === "equipment" || role === "pose" || role === "base") colour.lerp(new three.Color(this.colours.ink), 0.45);
    return new three.MeshLambertMaterial({
      color: colour,
      flatShading: true,
      side: three.DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
  }

  #clear(): void {
    this.#things.traverse((thing) => {
      if (thing instanceof three.Mesh || thing instanceof three.Line) {
        thing.geometry.dispose();
        (thing.material as three.Material).dispose();
      }
    });
    this.#things.clear();
  }
}

/** The table top with a line every 6 inches. */
function ground({ width, depth }: TableScene["table"], colours: Colours): three.Group {
  const top = new three.Mesh(
    new three.BoxGeometry(width, depth, 0.5).translate(width / 2, depth / 2, -0.26),
    new three.MeshLambertMaterial({ color: colours.ground }),
  );
  const points: number[] = [];
  for (let x = 0; x <= width; x += 6) points.push(x, 0, 0, x, depth, 0);
  for (let y = 0; y <= depth; y += 6) points.push(0, y, 0, width, y, 0);
  const shape = new three.BufferGeometry().setAttribute("position", new three.Float32BufferAttribute(points, 3));
  return new three.Group().add(top, new three.LineSegments(shape, new three.LineBasicMaterial({ color: colours.rule })));
}

/** A ring on the table around a chosen unit: one for the shooter, two for the target. */
function ringAround(solid: Solid, colour: string, twice: boolean): three.Group {
  const box = boxOf(solid.parts);
  const [middle, size] = [box.getCenter(new three.Vector3()), box.getSize(new three.Vector3())];
  const radius = Math.max(0.8, 0.62 * Math.hypot(size.x, size.y));
  const group = new three.Group();
  for (const r of twice ? [radius, radius + 0.3] : [radius]) {
    const paint = new three.MeshBasicMaterial({ color: colour, side: three.DoubleSide });
    const ring = new three.Mesh(new three.RingGeometry(r, r + 0.14, 64), paint);
    ring.position.copy(middle).setZ(box.min.z + 0.03);
    group.add(ring);
  }
  return group;
}

/** A line to a part, thick enough to be seen from afar: solid where some of it is seen, dashed where none is. */
function sightLine({ from, to, clear }: Line, colours: Colours): three.Group {
  const whole = from.distanceTo(to);
  const hidden = clear === false;
  const dash = hidden ? 0.5 : whole;
  const paint = new three.MeshBasicMaterial({ color: hidden ? colours.blocked : colours.clear });
  const group = new three.Group();
  for (let start = 0; start < whole; start += dash + 0.4) {
    const end = Math.min(whole, start + dash);
    const rod = new three.Mesh(new three.CylinderGeometry(0.05, 0.05, end - start, 6), paint);
    rod.position.lerpVectors(from, to, (start + end) / 2 / whole);
    rod.quaternion.setFromUnitVectors(new three.Vector3(0, 1, 0), to.clone().sub(from).normalize());
    group.add(rod);
  }
  return group;
}
