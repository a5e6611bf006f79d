/** Checks the files of replies at the carrier: none is missing, and each that the carrier fetched has the same bytes. [OPEN-097] */
import { readCarrier } from './carrier-list.ts'
import type { Ledger } from './ledger.ts'
import { essenceOf } from './uploads.ts'
import type { ChaosWorld } from './world.ts'

export function createCarriedCheck({ sandboxUrl }: Pick<ChaosWorld, 'sandboxUrl'>, ledger: Ledger) {
  const lookedAt = new Set<Ledger['files'][number]>()

  return async function checkCarried(): Promise<void> {
    const sent = ledger.files.filter((one) => one.carriedAs !== null && !one.isUnsure && !lookedAt.has(one))
    if (sent.length === 0) return
    const carried = await readCarrier({ sandboxUrl })
    const texts = new Map(
      carried.filter(({ direction }) => direction === 'outbound-api').map((text) => [text.body, text]),
    )
    for (const noted of sent) {
      const text = texts.get(noted.carriedAs ?? '')
      if (!text) continue
      lookedAt.add(noted)
      const media = text.media[noted.place]
      ledger.hold('I16', media !== undefined, () => `the carrier got a reply without its file ${noted.place}`)
      // The carrier may not have fetched the file because a line was cut, and it keeps only the newest files.
      if (!media?.contentType) continue
      const fetched = await fetch(`${sandboxUrl}/sandbox/media/${media.sid}`)
      const bytes = Buffer.from(await fetched.arrayBuffer())
      if (!fetched.ok) continue
      const type = media.contentType.split(';')[0] ?? ''
      const isSame = (await essenceOf(type, bytes).catch(() => '')) === noted.essence
      ledger.hold('I16', isSame, () => `the carrier has another file ${noted.place} (${type}) than was sent`)
      ledger.count('files compared at the carrier')
    }
  }
}
