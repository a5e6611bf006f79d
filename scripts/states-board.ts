/** Mock-up 11: what is empty, loading, failing, away or said, as the gallery shows it, on one board. */
import type { Browser, Page } from 'playwright'

interface Section {
  readonly title: string
  readonly height: number
  /** The states that are shown, each with its `part/entry` of the gallery. */
  readonly cells: Readonly<Record<string, string>>
}

const SECTIONS: readonly Section[] = [
  {
    title: 'Empty',
    height: 420,
    cells: {
      'Inbox, nothing unread': 'list/empty-waiting',
      'Search, no match': 'list/no-match',
      'A thread, nothing written': 'thread/empty',
    },
  },
  {
    title: 'Loading and failing',
    height: 460,
    cells: {
      'List, first load': 'list/first-load',
      'Load failed, the rows are kept': 'list/failed-kept',
      'Who is it? No answer': 'session/no-answer',
    },
  },
  {
    title: 'Connection',
    height: 330,
    cells: {
      Offline: 'composer/offline',
      'The words of the connection': 'shell/words',
      'Not sent yet': 'thread/pending',
    },
  },
  {
    title: 'Composer',
    height: 330,
    cells: {
      'Two segments': 'composer/two-segments',
      'Internal note': 'composer/note',
      'Cannot text': 'composer/opted-out',
    },
  },
  {
    title: 'Feedback',
    height: 430,
    cells: {
      Toasts: 'shell/toasts',
      Delivery: 'thread/deliveries',
      'Waiting and counts': 'controls/feedback',
    },
  },
  {
    title: 'Not found',
    height: 460,
    cells: {
      '404': 'shell/not-found',
      'Page crashed': 'shell/page-error',
      'Page of another version': 'shell/page-newer',
    },
  },
  {
    title: 'Controls',
    height: 560,
    cells: {
      Buttons: 'controls/buttons',
      Fields: 'controls/fields',
      'Who is who': 'controls/people',
    },
  },
]
const CELL_PX = 450
/** Its way through the entries is no part of them. */
const GALLERY_BAR_PX = 40

type Theme = 'light' | 'dark'

/** A page of the mock-up's width that shows the board, for whoever takes its picture. */
export async function statesBoard(browser: Browser, galleryUrl: string, theme: Theme): Promise<Page> {
  const context = await browser.newContext({ baseURL: galleryUrl, colorScheme: theme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto('/gallery')
  await page.locator('[data-entry]').first().waitFor()
  const sections: string[] = []
  for (const { title, height, cells } of SECTIONS) {
    const figures: string[] = []
    for (const [label, entry] of Object.entries(cells))
      figures.push(figure(label, await pictureOf(page, entry, height)))
    sections.push(`<h2>${title}</h2><div>${figures.join('')}</div>`)
  }
  await page.close()
  const board = await context.newPage()
  await board.setViewportSize({ width: 1440, height: 900 })
  await board.setContent(`${STYLES[theme]}<h1>States and components</h1>${sections.join('')}`)
  return board
}

async function pictureOf(page: Page, entry: string, height: number): Promise<Buffer> {
  await page.setViewportSize({ width: CELL_PX, height: height + GALLERY_BAR_PX })
  await page.evaluate(`window.gallery.open(${JSON.stringify(entry)})`)
  return page.screenshot({ clip: { x: 0, y: GALLERY_BAR_PX, width: CELL_PX, height } })
}

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
