/** The used part of the parser of css-tree, which has no types of its own. */
declare module 'css-tree/parser' {
  /** Characters from the beginning of the text, where positions were asked for. */
  interface Located {
    loc?: { start: { offset: number }; end: { offset: number } } | null;
  }

  interface Declaration extends Located {
    type: 'Declaration';
    property: string;
    important: boolean | string;
    value: { value: string };
  }

  /** Text that the parser could not read. */
  interface Raw extends Located {
    type: 'Raw';
    value: string;
  }

  interface Rule extends Located {
    type: 'Rule';
    prelude: { value: string };
    block: CssList;
  }

  interface Atrule extends Located {
    type: 'Atrule';
    name: string;
    prelude: { value: string } | null;
    block: CssList | null;
  }

  interface Other extends Located {
    type: 'Comment' | 'CDO' | 'CDC';
  }

  export type CssNode = Declaration | Raw | Rule | Atrule | Other;

  /** A style sheet, a block or a list of declarations. */
  export interface CssList {
    children: Iterable<CssNode>;
  }

  export interface ParseOptions {
    context?: 'stylesheet' | 'declarationList';
    parseValue?: boolean;
    parseRulePrelude?: boolean;
    parseAtrulePrelude?: boolean;
    positions?: boolean;
    /** What it throws, the parser throws. */
    onParseError?: () => void;
  }

  export default function parse(css: string, options?: ParseOptions): CssList;
}
