import { describe, expect, it } from "vitest";
import { isMapData, mapAmong, parted } from "./files";

describe("maps", () => {
  it("are told from battles by what they hold", () => {
    expect(isMapData({ walls: [], grid: 100 })).toBe(true);
    expect(isMapData({ fireline: 1, walls: [] })).toBe(false);
    expect(isMapData([1])).toBe(false);
    expect(isMapData({ scenes: [] })).toBe(true);
    expect(isMapData([{ walls: [] }])).toBe(true);
  });

  it("are sent without their picture, and else as they are", () => {
    expect(JSON.parse(parted('{"portals": [], "image": "AAAA"}').map)).toEqual({ portals: [] });
    expect(parted("size 2 1").map).toBe("size 2 1");
  });

  it("keep their picture for the board", async () => {
    const found = await mapAmong([new File([`{"walls": [], "image": "${btoa("picture")}"}`], "inn.uvtt")]);
    expect(await found?.picture?.text()).toBe("picture");
    expect(found?.map).not.toContain("image");
    expect(parted('{"image": "no base64!"}').picture).toBeNull();
  });

  it("may be a pack of scenes, one a line", async () => {
    const lines = '{"walls": [], "grid": 1}\n{"walls": [], "grid": 2}\n';
    expect((await mapAmong([new File([lines], "pack.json")]))?.map).toBe(lines);
    expect((await mapAmong([new File([lines], "scenes.db")]))?.name).toBe("scenes.db");
    expect(await mapAmong([new File(['{"fireline": 1}\n{"walls": []}'], "log.json")])).toBeNull();
  });

  it("come with their tilesets", async () => {
    const files = [new File(["<tileset/>"], "land.tsx"), new File(["<map/>"], "ford.tmx")];
    expect(await mapAmong(files)).toEqual({
      name: "ford.tmx",
      map: "<map/>",
      tilesets: { "land.tsx": "<tileset/>" },
    });
  });

  it("leave battle files to others", async () => {
    expect(await mapAmong([new File(['{"fireline": 1}'], "battle.json")])).toBeNull();
    expect(await mapAmong([new File(["fireline: 1"], "battle.yaml")])).toBeNull();
  });
});
