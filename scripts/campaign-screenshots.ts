/** Pictures of campaigns, templates and notifications: mock-up 04, and the screens around it that have no mock-up, at three widths. */
import type { Page } from 'playwright'
import { open, type PictureKit, settled } from './visit-screenshots.ts'

export async function campaignPictures({ url, devices, signedIn, keep }: PictureKit): Promise<void> {
  for (const [device, size] of Object.entries(devices)) {
    const page = await (await signedIn(url, 'lena@demo.test', size)).newPage()
    const show = async (path: string, shown: string, name: string) => {
      await open(page, `${url}${path}`, shown)
      await keep(page, `${name}${device}`)
    }
    const editor = async (id: string, section: string, shown: string, name: string) => {
      await open(page, `${url}/campaigns/${id}/edit`, 'role=button[name="Send me a test"]')
      await unfold(page, section)
      await page.locator(shown).first().waitFor()
      await settled(page)
      await keep(page, `${name}${device}`)
    }
    await show('/campaigns', '[data-campaign-id]', 'campaigns')
    await editor('cmp_flu', 'Audience', 'text=/[0-9,]+ of [0-9,]+ matching patients/', '04-campaign')
    await editor('cmp_recall', 'Message', 'role=alert[name="Wording"]', '04-campaign-wording')
    await show('/campaigns/cmp_flu_last', '[data-figure="delivered"]', 'campaign-results')
    await show('/campaigns/cmp_portal', '[data-figure="delivered"]', 'campaign-paused')
    await show('/templates', 'role=list[name="Templates"]', 'templates')
    await show('/templates/tpl_birthdays', 'role=textbox[name="Text"]', 'template')
    await show('/notifications', 'form', 'notifications')
    await page.context().close()
    const admin = await (await signedIn(url, 'ana@demo.test', size)).newPage()
    await open(admin, `${url}/settings/outreach?organizationId=org_cedar`, 'form')
    await keep(admin, `outreach-settings${device}`)
    await admin.context().close()
  }
}

/** On phones one section of the editor is open at a time. */
async function unfold(page: Page, section: string): Promise<void> {
  const folded = page.getByRole('button', { name: section, exact: true, expanded: false })
  if (await folded.isVisible()) await folded.click()
}
