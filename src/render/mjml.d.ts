/** The part of the compiler's interface that is used here; version 5 comes without types. */
declare module 'mjml' {
  interface Options {
    validationLevel: 'strict' | 'soft' | 'skip';
    fonts: Record<string, string>;
    ignoreIncludes: boolean;
    keepComments: boolean;
  }
  export default function mjml2html(mjml: string, options: Options): Promise<{ html: string }>;
}
