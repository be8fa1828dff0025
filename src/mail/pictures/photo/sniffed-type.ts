/** What a file is by its content. `extension` has no dot; `category` is a key of the media categories. */
export interface SniffedType {
  mime: string;
  extension: string;
  category: 'images' | 'documents' | 'videos' | 'audio';
}
