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

declare module 'mjml-core' {
  interface Component {
    allowedAttributes?: Record<string, string>;
    componentName?: string;
    getTagName(): string;
  }
  /** The registered ones, by tag. */
  export const components: Record<string, Component>;
}

declare module 'mjml-core/lib/types/type.js' {
  /** A type of attribute: what its values are made with. */
  interface AttributeType {
    new (value: unknown): { value: unknown; matchers: RegExp[] };
    prototype: object;
    errorMessage?: string;
  }
  /** Those made so far, by their declaration, e.g. `unit(px,%)`. */
  export const types: Record<string, AttributeType>;
  export function initializeType(declaration: string): AttributeType;
}
