/**
 * Scrolls an inbox of 100,000 conversations by wheel as fast as its pages load, down and back up, while 200 changes a
 * second arrive through the relay. The calls are answered from memory; web app, relay and browser are real.
 */
import { frameRows, watchFrames } from './frames.ts'
import { conversationsIn, heapOf, type LargeInbox, openLargeInbox } from './large-inbox.ts'
import type { Row } from './statistics.ts'

const CONVERSATIONS = 100_000
const CHANGES_PER_SECOND = 200
const WHEEL_PX = 1_500
/** The time of scrolling down, unless the end comes first; the same for scrolling up. */
const DOWN_S = Number(process.env.SCROLL_SECONDS ?? 45)

export async function benchScroll(): Promise<Row[]> {
  const inbox = await openLargeInbox(CONVERSATIONS)
  try {
    const { page, changes } = inbox
    await page.getByRole('list', { name: 'Conversations' }).hover()
    await wheel(inbox, WHEEL_PX, 1, () => false)
    const before = await heapOf(inbox)
    changes(CHANGES_PER_SECOND)
    let reached = 0
    const down = await watchFrames(inbox, async () => {
      await wheel(inbox, WHEEL_PX, DOWN_S, ({ end }) => end)
      reached = (await placeOf(inbox)).last
    })
    const after = await heapOf(inbox)
    const held = await conversationsIn(inbox)
    const up = await watchFrames(inbox, () => wheel(inbox, -WHEEL_PX * 3, DOWN_S, ({ first }) => first === 1))
    const { first } = await placeOf(inbox)
    changes(0)
    return [
      { what: 'scrolled down to row', figure: reached.toLocaleString('en'), aim: 'as many as there are, in time' },
      ...frameRows('down', down),
      {
        what: 'heap after, and before',
        figure: mb(after),
        baseline: mb(before),
        ratio: `${(after / before).toFixed(2)} ×`,
      },
      { what: 'conversations in the heap, in any state', figure: String(held) },
      { what: 'scrolled up to row', figure: first.toLocaleString('en'), aim: '1, in time' },
      ...frameRows('up', up),
    ]
  } finally {
    await inbox.stop()
  }
}

const mb = (value: number) => `${value.toFixed(1)} MB`

interface Place {
  readonly first: number
  readonly last: number
  readonly end: boolean
}

/** Waits after each wheel step until the page has processed it. */
async function wheel(inbox: LargeInbox, pixels: number, seconds: number, isThere: (place: Place) => boolean) {
  const until = performance.now() + seconds * 1_000
  for (let turn = 1; performance.now() < until; turn++) {
    await inbox.page.mouse.wheel(0, pixels)
    if (turn % 50 === 0 && isThere(await placeOf(inbox))) return
  }
}

function placeOf({ page }: LargeInbox): Promise<Place> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('[role=listitem][aria-posinset]')]
    const places = rows.map((row) => Number(row.getAttribute('aria-posinset')))
    const end = document.body.textContent.includes('That is everything')
    return { first: Math.min(...places), last: Math.max(...places), end }
  })
}
