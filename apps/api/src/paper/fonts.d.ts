/** The used part of packages that come without types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { readonly targetFormat: 'truetype'; readonly variationAxes?: { readonly wght: number } },
  ): Promise<Buffer<ArrayBuffer>>
}

declare module 'fontkit' {
  export interface OpenFont {
    readonly characterSet: readonly number[]
    layout(text: string): unknown
  }
  export function create(font: Uint8Array): OpenFont
}
