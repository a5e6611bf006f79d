/** Finds barriers for users of a keyboard, a screen reader or large type, by WCAG 2.2 AA. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

declare global {
  interface Window {
    axe?: { run: (root: Document, options: object) => Promise<{ violations: Violation[] }> }
    comesToRest?: () => Promise<void>
  }
}
interface Violation {
  id: string
  nodes: { target?: unknown[]; failureSummary?: string }[]
}

const require = createRequire(import.meta.url)
const ofAxe = createRequire(require.resolve('@axe-core/playwright'))
const AXE = readFileSync(ofAxe.resolve('axe-core/axe.min.js'), 'utf8')
const ALL = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** The rules whose result depends on colours. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** `onlyColours`: for a page that was checked in another theme, because a theme changes colours only. */
export async function violationsOf(page: Page, { onlyColours = false } = {}): Promise<string[]> {
  // The HTML of a mail is in a sandbox, where no script runs, so axe cannot check it.
  for (const frame of page.frames().filter((one) => one.url() !== 'about:srcdoc')) {
    // axe checks frames of the page's own origin from the page, if it is loaded in them too.
    if (new URL(frame.url()).origin !== new URL(page.url()).origin)
      throw new Error(`axe cannot check the frame ${frame.url()}.`)
    if (!(await frame.evaluate(() => window.axe !== undefined))) await frame.evaluate(AXE)
    await frame.evaluate(teachToRest)
    await frame.evaluate(() => window.comesToRest?.())
  }
  const rules = onlyColours ? COLOURS : ALL
  const violations = await page.evaluate(async (runOnly) => {
    const { axe, comesToRest } = window
    if (!axe || !comesToRest) throw new Error('axe is not loaded in the page.')
    // Waits again, in the same task as the check, because a toast may have begun to leave since.
    await comesToRest()
    const options = { runOnly, resultTypes: ['violations'], preload: false }
    // Naming the elements takes a sixth of the time, and there is hardly ever a violation to name.
    const { violations: nameless } = await axe.run(document, { ...options, selectors: false })
    if (nameless.length === 0) return []
    const { violations: named } = await axe.run(document, options)
    return named.length > 0 ? named : nameless
  }, rules)
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target = [], failureSummary = '' }) => `${target.join(' ')} ${failureSummary.split('\n')[1] ?? ''}`).join('; ')}`,
  )
}

/** Waits for finite animations, because a fading element has no contrast. Infinite ones are checked as they are. */
function teachToRest(): void {
  window.comesToRest = async () => {
    const isFading = ({ playState, effect }: Animation) =>
      playState === 'running' && Number(effect?.getComputedTiming().endTime) !== Number.POSITIVE_INFINITY
    const fading = () => document.getAnimations().filter(isFading)
    let isLate = false
    const late = new Promise<void>((resolve) => setTimeout(resolve, 2_000)).then(() => {
      isLate = true
    })
    while (fading().length > 0 && !isLate)
      await Promise.race([late, Promise.allSettled(fading().map((one) => one.finished))])
  }
}
