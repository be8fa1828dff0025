// Files of the package that are embedded: the import is their path.
declare module 'swagger-ui-dist/*' {
  const path: string;
  export default path;
}
