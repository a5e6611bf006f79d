/**
 * Measures the time from user input to the next paint, with the CPU slowed down four times: opening a conversation,
 * typing, sending, switching the tab, in an inbox of 100,000 conversations while 20 changes a second arrive. The
 * browser measures the durations (Event Timing), as for Interaction to Next Paint; it rounds them to 8 ms and reports
 * none under 16. The baseline is a click in an empty page of the same browser, equally slowed down: it shows what the
 * machine needs until a paint, whatever the app does. Lighthouse uses the same durations, but does not act on a page by itself, and would add a second
 * browser driver and an error reporter to the packages.
 */
import type { Locator, Page } from 'playwright'
import { type LargeInbox, openLargeInbox } from './large-inbox.ts'
import { quantile, type Row, ratio } from './statistics.ts'

const CONVERSATIONS = 100_000
const CHANGES_PER_SECOND = 20
const SLOWER = 4
const TRIES = 12
const SHORTEST_MS = 16
/** Event Timing entries arrive with their frame, or a little later. */
const SETTLE_MS = 600

export async function benchInteraction(): Promise<Row[]> {
  const inbox = await openLargeInbox(CONVERSATIONS)
  try {
    const { page, devtools, changes } = inbox
    const list = page.getByRole('list', { name: 'Conversations' })
    const box = page.getByRole('textbox', { name: 'Message' })
    const baseline = await emptyPage(page)
    // A first run without measuring, which loads what the first conversation needs.
    await list.getByRole('listitem').first().click()
    await box.fill('warm')
    await page.keyboard.press('Control+Enter')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await observe(page)
    changes(CHANGES_PER_SECOND)
    const tabs = ['Unread', 'All']
    const row = (what: string, slowest: readonly number[]) => compared(what, slowest, baseline)
    return [
      row(
        'open a conversation',
        await tried(page, (turn) => press(inbox, list, { x: 150, y: 72 * ((turn % 7) + 1.5) })),
      ),
      row('type a character', await tried(page, () => box.press('a'))),
      row(
        'send',
        await tried(
          page,
          () => box.press('Control+Enter'),
          async (turn) => {
            await box.fill(`What was decided: ${turn}`)
            await page.waitForTimeout(SETTLE_MS)
          },
        ),
      ),
      row(
        'switch the tab',
        await tried(page, (turn) =>
          press(inbox, page.getByRole('tab', { name: tabs[turn % 2] ?? '' }), { x: 8, y: 8 }),
        ),
      ),
    ]
  } finally {
    await inbox.stop()
  }
}

/** Clicks the element's position without waiting until it stops moving, because here something always moves. */
async function press({ page }: LargeInbox, what: Locator, { x, y }: { x: number; y: number }): Promise<void> {
  const box = await what.boundingBox()
  if (!box) throw new Error('The element is not on the screen')
  await page.mouse.click(box.x + x, box.y + y)
}

declare global {
  interface Window {
    durations?: number[]
  }
}

async function emptyPage(beside: Page): Promise<number[]> {
  const page = await beside.context().browser()?.newPage()
  if (!page) throw new Error('The page has no browser')
  const devtools = await page.context().newCDPSession(page)
  await page.setContent('<button>0</button>')
  const button = page.getByRole('button')
  await button.evaluate((element) => {
    element.onclick = () => {
      element.textContent = String(Number(element.textContent) + 1)
    }
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await observe(page)
  const durations = await tried(page, () => page.mouse.click(15, 15))
  await page.close()
  return durations
}

function observe(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.durations = []
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.interactionId) window.durations?.push(entry.duration)
    })
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
}

async function tried(
  page: Page,
  act: (turn: number) => Promise<void>,
  prepare: (turn: number) => Promise<void> = async () => undefined,
): Promise<number[]> {
  const slowest: number[] = []
  for (let turn = 0; turn < TRIES; turn++) {
    await prepare(turn)
    await page.evaluate(() => {
      window.durations = []
    })
    await act(turn)
    await page.waitForTimeout(SETTLE_MS)
    const durations = await page.evaluate(() => window.durations ?? [])
    slowest.push(Math.max(SHORTEST_MS, ...durations))
  }
  return slowest
}

function compared(what: string, slowest: readonly number[], empty: readonly number[]): Row {
  const shown = (value: number) => (value <= SHORTEST_MS ? `${SHORTEST_MS} ms or less` : `${value} ms`)
  const [value, floor] = [slowest, empty].map((durations) => quantile(durations, 0.75)) as [number, number]
  return {
    what,
    baseline: `p75 ${shown(floor)}`,
    figure: `p75 ${shown(value)}, slowest ${shown(Math.max(...slowest))} of ${slowest.length}`,
    ratio: ratio(value, floor),
    aim: 'under 100 ms',
  }
}
