/** What stands in the way of people who use a keyboard, a screen reader or large type, by WCAG 2.2 AA. */
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
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export async function violationsOf(page: Page): Promise<string[]> {
  for (const frame of page.frames()) {
    // From the page it looks into those of the page's own origin, where it is there too.
    if (new URL(frame.url()).origin !== new URL(page.url()).origin) throw new Error(`Nobody looks into ${frame.url()}.`)
    if (!(await frame.evaluate(() => window.axe !== undefined))) await frame.evaluate(AXE)
    await frame.evaluate(teachToRest)
    await frame.evaluate(() => window.comesToRest?.())
  }
  const violations = await page.evaluate(async (values) => {
    const { axe, comesToRest } = window
    if (!axe || !comesToRest) throw new Error('Nobody is there to look.')
    // Once more, and in one go with the look: a toast may have begun to leave since.
    await comesToRest()
    const options = { runOnly: { type: 'tag', values }, resultTypes: ['violations'], preload: false }
    // To say where each element stands takes a sixth of the time, and hardly ever is there one to be told of.
    const { violations: nameless } = await axe.run(document, { ...options, selectors: false })
    if (nameless.length === 0) return []
    const { violations: named } = await axe.run(document, options)
    return named.length > 0 ? named : nameless
  }, TAGS)
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target = [], failureSummary = '' }) => `${target.join(' ')} ${failureSummary.split('\n')[1] ?? ''}`).join('; ')}`,
  )
}

/** What fades has no contrast to speak of. What goes on for longer is looked at as it is. */
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
