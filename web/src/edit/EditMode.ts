/** Everything that editing needs, in one piece that is loaded when somebody edits. */
export { Bench } from "./bench";
export { default as EditLayer } from "./EditLayer.svelte";
export { default as EditPanel } from "./EditPanel.svelte";
export { Editor } from "./editor.svelte";
export { default as Palette } from "./Palette.svelte";
import "../theme/edit.css";
