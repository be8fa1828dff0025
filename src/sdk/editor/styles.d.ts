/** Style sheets as text. */
declare module '*.css.txt' {
  const text: string;
  export default text;
}
