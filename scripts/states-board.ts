/** Mock-up 11: what is empty, loading, failing, away or said, as the gallery shows it, on one board. */
import type { Browser, Page } from 'playwright'

interface Cell {
  readonly label: string
  /** `part/entry` of the gallery. */
  readonly entry: string
  readonly height: number
}

const SECTIONS: readonly (readonly [string, readonly Cell[]])[] = [
  [
    'Empty',
    [
      { label: 'Inbox, nothing unread', entry: 'list/empty-waiting', height: 420 },
      { label: 'Search, no match', entry: 'list/no-match', height: 420 },
      { label: 'A thread, nothing written', entry: 'thread/empty', height: 420 },
    ],
  ],
  [
    'Loading and failing',
    [
      { label: 'List, first load', entry: 'list/first-load', height: 460 },
      { label: 'Load failed, the rows are kept', entry: 'list/failed-kept', height: 460 },
      { label: 'Who is it? No answer', entry: 'session/no-answer', height: 460 },
    ],
  ],
  [
    'Connection',
    [
      { label: 'Offline', entry: 'composer/offline', height: 330 },
      { label: 'The words of the connection', entry: 'shell/words', height: 330 },
      { label: 'Not sent yet', entry: 'thread/pending', height: 330 },
    ],
  ],
  [
    'Composer',
    [
      { label: 'Two segments', entry: 'composer/two-segments', height: 330 },
      { label: 'Internal note', entry: 'composer/note', height: 330 },
      { label: 'Cannot text', entry: 'composer/opted-out', height: 330 },
    ],
  ],
  [
    'Feedback',
    [
      { label: 'Toasts', entry: 'shell/toasts', height: 430 },
      { label: 'Delivery', entry: 'thread/deliveries', height: 430 },
      { label: 'Waiting and counts', entry: 'controls/feedback', height: 430 },
    ],
  ],
  [
    'Not found',
    [
      { label: '404', entry: 'shell/not-found', height: 460 },
      { label: 'Page crashed', entry: 'shell/page-error', height: 460 },
      { label: 'Page of another version', entry: 'shell/page-newer', height: 460 },
    ],
  ],
  [
    'Controls',
    [
      { label: 'Buttons', entry: 'controls/buttons', height: 560 },
      { label: 'Fields', entry: 'controls/fields', height: 560 },
      { label: 'Who is who', entry: 'controls/people', height: 560 },
    ],
  ],
]
const CELL_PX = 450

type Theme = 'light' | 'dark'

/** A page of the mock-up's width that shows the board, for whoever takes its picture. */
export async function statesBoard(browser: Browser, galleryUrl: string, theme: Theme): Promise<Page> {
  const context = await browser.newContext({ baseURL: galleryUrl, colorScheme: theme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto('/gallery')
  await page.locator('[data-entry]').first().waitFor()
  const sections: string[] = []
  for (const [title, cells] of SECTIONS) {
    const figures: string[] = []
    for (const cell of cells) figures.push(figure(cell.label, await pictureOf(page, cell)))
    sections.push(`<h2>${title}</h2><div>${figures.join('')}</div>`)
  }
  await page.close()
  const board = await context.newPage()
  await board.setViewportSize({ width: 1440, height: 900 })
  await board.setContent(`${STYLES[theme]}<h1>States and components</h1>${sections.join('')}`)
  return board
}

async function pictureOf(page: Page, { entry, height }: Cell): Promise<Buffer> {
  await page.setViewportSize({ width: CELL_PX, height: height + GALLERY_BAR_PX })
  await page.evaluate(`window.gallery.open(${JSON.stringify(entry)})`)
  return page.screenshot({ clip: { x: 0, y: GALLERY_BAR_PX, width: CELL_PX, height } })
}

/** Its way through the entries is no part of them. */
const GALLERY_BAR_PX = 40

function figure(label: string, picture: Buffer): string {
  const source = `data:image/png;base64,${picture.toString('base64')}`
  return `<figure><figcaption>${label}</figcaption><img alt="" width="${CELL_PX}" src="${source}"></figure>`
}

const styles = (ground: string, ink: string, line: string) => `<style>
  body { margin: 0 24px 24px; background: ${ground}; color: ${ink}; font: 13px system-ui, sans-serif }
  div { display: flex; gap: 20px }
  figure { margin: 0 } figcaption { margin-bottom: 6px; font-weight: 600 }
  img { display: block; border: 1px solid ${line}; border-radius: 8px; box-sizing: border-box }
</style>`
const STYLES: Record<Theme, string> = {
  light: styles('#eceff0', '#141d22', '#d5dcdf'),
  dark: styles('#0b1114', '#eef2f3', '#2b363c'),
}
