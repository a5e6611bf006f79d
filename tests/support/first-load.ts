/** Measures what a browser receives until a screen can be used, from the responses as they were transferred. */
import type { Page, Request } from 'playwright'

export type Kind = 'document' | 'script' | 'stylesheet' | 'answers' | 'other' | 'font'

/** The limits in bytes, without the font. */
export const FIRST_LOAD_LIMITS = { signIn: 110_000, inbox: 200_000 }

/**
 * These requests are held back until the screen was used without them: the font, which the browser replaces with its
 * own; the list after its first page, and the virtual list, which shows those rows; and the code that the shell and the
 * inbox load three seconds later.
 */
const NOT_NEEDED =
  /\.woff2$|\/assets\/(?:later-parts|favicon\.actors|saved-views-part|virtual-rows)-|\/conversations\?.*[?&]page=(?!1(?:&|$))/

const KINDS: Partial<Record<string, Kind>> = {
  document: 'document',
  script: 'script',
  stylesheet: 'stylesheet',
  font: 'font',
  fetch: 'answers',
  xhr: 'answers',
}

export interface FirstLoad {
  readonly bytes: Readonly<Record<Kind, number>>
  /** The total of all responses until the screen could be used; the font comes after that. */
  readonly total: number
}

/** Opens the address and counts the bodies of all responses; `use` rejects if the screen can't be used. */
export async function firstLoad(page: Page, url: string, use: () => Promise<unknown>): Promise<FirstLoad> {
  const bytes: Record<Kind, number> = { document: 0, script: 0, stylesheet: 0, answers: 0, other: 0, font: 0 }
  const counting: Promise<void>[] = []
  const onFinished = (request: Request) => void counting.push(count(request))
  page.on('requestfinished', onFinished)
  async function count(request: Request): Promise<void> {
    const { responseBodySize } = await request.sizes()
    bytes[KINDS[request.resourceType()] ?? 'other'] += responseBodySize
  }
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(NOT_NEEDED, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(url)
  await use()
  page.off('requestfinished', onFinished)
  await Promise.all(counting)
  const total = Object.values(bytes).reduce((sum, size) => sum + size, 0)
  const isFont = (request: Request) => request.resourceType() === 'font'
  const [font] = await Promise.all([page.waitForEvent('requestfinished', isFont), release()])
  const { responseBodySize } = await font.sizes()
  return { bytes: { ...bytes, font: responseBodySize }, total }
}
