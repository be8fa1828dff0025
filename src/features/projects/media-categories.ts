/** File types by category: what the editor offers in its file dialog. JPEG, PNG and GIF are what mail clients show. */
export const MEDIA_CATEGORIES: Readonly<Record<string, { mime_types: string[]; extensions: string[] }>> = {
  images: {
    mime_types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml'],
    extensions: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'svg'],
  },
  documents: { mime_types: ['application/pdf'], extensions: ['pdf'] },
  videos: { mime_types: ['video/mp4', 'video/webm'], extensions: ['mp4', 'webm'] },
  audio: { mime_types: ['audio/mpeg', 'audio/ogg', 'audio/wav'], extensions: ['mp3', 'ogg', 'wav'] },
};
