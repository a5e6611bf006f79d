/** Pictures of automations and chatbots: mock-ups 05 and 06, and the screens around them that have no mock-up, at three widths. */
import type { Page } from 'playwright'
import { open, type PictureKit, settled } from './visit-screenshots.ts'

/** The steps of the wizard after the first, as the button that leads to each names them. */
const STEPS = {
  conditions: '05-automation-2-conditions',
  actions: '05-automation-3-actions',
  review: '05-automation-4-review',
}

export async function builderPictures({ url, devices, signedIn, keep }: PictureKit): Promise<void> {
  for (const [device, size] of Object.entries(devices)) {
    const page = await (await signedIn(url, 'lena@demo.test', size)).newPage()
    const show = async (path: string, shown: string, name: string) => {
      await open(page, `${url}${path}`, shown)
      await settled(page)
      await keep(page, `${name}${device}`)
    }
    await show('/automations', '[data-automation-id]', 'automations')
    await show('/automations/aut_confirm48', '[data-run-id]', 'automation-runs')
    await show('/automations/aut_confirm48/edit', 'role=heading[level=2]', '05-automation-1-trigger')
    for (const [step, name] of Object.entries(STEPS)) {
      await page.getByRole('button', { name: `Next: ${step}` }).click()
      await settled(page)
      await keep(page, `${name}${device}`)
    }
    await show('/chatbot', 'text=Northgate website assistant', 'chatbots')
    await show('/chatbot/bot_northgate', 'role=heading[name="Northgate website assistant"]', '06-chatbot-whole')
    // A phone has one pane at a time, which is the outline.
    if (device !== '-phone') {
      await openChoicesAndTest(page)
      await keep(page, `06-chatbot${device}`)
    }
    await show('/chatbot/bot_northgate/versions', 'role=heading[level=1]', 'chatbot-versions')
    await page.context().close()
  }
}

/** The settings of the block with a problem, and the test beside them. */
async function openChoicesAndTest(page: Page): Promise<void> {
  const block = page.locator('[data-node-id]').and(page.getByRole('group', { name: 'How can we help?' }))
  await block.press('Enter')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await settled(page)
}
