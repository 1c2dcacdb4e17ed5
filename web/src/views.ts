/** The views that are loaded when somebody goes there. */
export const views = {
  play: () => import("./play/PlayPage.svelte"),
  shot: () => import("./play/ShotPage.svelte"),
  rules: () => import("./card/RulesPage.svelte"),
  table: () => import("./tables/TablePage.svelte"),
  verify: () => import("./verify/VerifyPage.svelte"),
};
