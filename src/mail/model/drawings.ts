/** The scenes and icons that `mail/pictures` draws for mails, in the colors of a brand. */
export const SCENES = [
  'doorway',
  'envelope',
  'padlock',
  'receipt',
  'parcel',
  'still-life',
  'tiles',
  'ticket',
  'speech',
  'armchair',
  'mountains',
  'window',
] as const;
export type SceneName = (typeof SCENES)[number];

export const DRAWN_ICONS = [
  'user',
  'users',
  'sparkles',
  'settings',
  'mail',
  'calendar',
  'map-pin',
  'clock',
  'tag',
  'gift',
  'message-circle',
  'lock',
  'shield-check',
  'check',
  'truck',
  'package',
  'star',
  'heart',
  'wrench',
  'zap',
  'plus',
  'leaf',
  'coffee',
  'lightbulb',
  'compass',
  'rocket',
] as const;
export type DrawnIconName = (typeof DRAWN_ICONS)[number];

/** A picture to draw. All colors are opaque, as #rrggbb. */
export type Drawing =
  | {
      scene: SceneName;
      /** Behind the scene. */
      ground: string;
      /** Without a ground of its own, for any background; `ground` is then the usual color there. */
      isBare?: boolean;
      /** The color of the brand. */
      main: string;
      /** For few, small parts. */
      accent: string;
    }
  | {
      icon: DrawnIconName;
      /** Of the disc behind the icon. */
      fill: string;
      /** Of the lines. */
      line: string;
    };

/** CSS pixels of a scene; pictures have twice as many. */
export const SCENE_WIDTH = 600;
const SCENE_HEIGHT = 300;

/** The part of scenes that is shown, where it is not all: mails with few words have lower pictures. */
const CUTS: Partial<Record<SceneName, { top: number; height: number }>> = {
  tiles: { top: 0, height: 200 },
  ticket: { top: 30, height: 240 },
  speech: { top: 34, height: 242 },
  receipt: { top: 20, height: 262 },
  parcel: { top: 42, height: 240 },
  mountains: { top: 28, height: 240 },
};

/** Where a scene is cut off at the top, and its height. */
export function sceneCut(scene: SceneName): { top: number; height: number } {
  return CUTS[scene] ?? { top: 0, height: SCENE_HEIGHT };
}
