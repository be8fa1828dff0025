/** Files embedded in the executable: the import gives the path to read them from. */
declare module '*.wasm' {
  const path: string;
  export default path;
}

declare module '*.ttf' {
  const path: string;
  export default path;
}

declare module '*.pack' {
  const path: string;
  export default path;
}
