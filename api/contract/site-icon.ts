/** The picture of the badge in a color. @param color as `#rrggbb` */
export const markPicture = (color: string): string => `/images/mark/${color.slice(1)}.svg`;

/** An app icon with the badge in a color. @param isOpaque with room around it, which a system may crop */
export const markIcon = (color: string, size: number | string, isOpaque: boolean): string =>
  `/images/mark/${color.slice(1)}-${isOpaque ? 'm' : ''}${size}.png`;
