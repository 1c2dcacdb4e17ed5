/** The views that are loaded when somebody goes there. */
export const play = () => import("./play/PlayPage.svelte");
export const shot = () => import("./play/ShotPage.svelte");
export const rules = () => import("./card/RulesPage.svelte");
export const table = () => import("./tables/TablePage.svelte");
export const newTable = () => import("./tables/NewTablePage.svelte");
export const verify = () => import("./verify/VerifyPage.svelte");
