/** GSM 03.38: what fits seven bits, and what takes two places there. One other character makes the whole text UCS-2. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const EXTENDED = new Set('^{}\\[~]|€\f')

/** Into how many texts a phone network cuts this one. */
export function segmentsOf(body: string): number {
  const characters = [...body]
  const isGsm = characters.every((character) => BASIC.has(character) || EXTENDED.has(character))
  const units = isGsm
    ? characters.reduce((sum, character) => sum + (EXTENDED.has(character) ? 2 : 1), 0)
    : // UCS-2 counts code units: an emoji takes two.
      body.length
  const [single, joined] = isGsm ? [160, 153] : [70, 67]
  return units <= single ? 1 : Math.ceil(units / joined)
}
