/** Pictures of campaigns, templates and notifications: mock-up 04, and the screens around it that have no mock-up, at three widths. */
import type { Page } from 'playwright'
import { open, type PictureKit, type Size, settled } from './visit-screenshots.ts'

export async function campaignPictures(kit: PictureKit): Promise<void> {
  const { url, devices, signedIn, keep } = kit
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
    await page.getByRole('button', { name: /^(Schedule|Send) [\d,]+ texts/ }).click()
    await page.getByRole('alertdialog').getByRole('heading').waitFor()
    await keep(page, `campaign-schedule${device}`)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Send me a test' }).click()
    await page.getByRole('heading', { name: 'Send me a test' }).waitFor()
    await keep(page, `campaign-test${device}`)
    await editor('cmp_recall', 'Message', 'role=alert[name="Wording"]', '04-campaign-wording')
    await show('/campaigns/cmp_flu_last', '[data-figure="delivered"]', 'campaign-results')
    await show('/campaigns/cmp_portal', '[data-figure="delivered"]', 'campaign-paused')
    await show('/templates', 'role=list[name="Templates"]', 'templates')
    await show('/templates/tpl_birthdays', 'role=textbox[name="Text"]', 'template')
    await show('/templates/new', 'role=textbox[name="Text"]', 'template-new')
    await show('/notifications', 'form', 'notifications')
    await show('/inbox?status=all&campaignId=cmp_flu_last', '[data-conversation-id]', 'campaign-answers')
    await show('/u/a-token', 'role=button[name="Unsubscribe"]', 'unsubscribe')
    await show('/s/nowhere', 'h1', 'link-dead')
    await page.context().close()
    const admin = await (await signedIn(url, 'ana@demo.test', size)).newPage()
    await open(admin, `${url}/settings/outreach?organizationId=org_cedar`, 'form')
    await keep(admin, `outreach-settings${device}`)
    await admin.context().close()
  }
  const names = ['Yearly recall, spring', 'Yearly recall, May', 'Yearly recall, June']
  for (const [device, size] of Object.entries(devices)) await conflict(kit, device, size, names.shift() ?? '')
}

/** A colleague saves the campaign while a change of this screen is on its way. */
async function conflict(
  { url, signedIn, keep }: PictureKit,
  device: string,
  size: Size,
  theirName: string,
): Promise<void> {
  const [mine, theirs] = await Promise.all(
    ['lena@demo.test', 'dana@demo.test'].map(async (email) => {
      const page = await (await signedIn(url, email, size)).newPage()
      await open(page, `${url}/campaigns/cmp_recall/edit`, 'role=button[name="Send me a test"]')
      return page
    }),
  )
  if (!mine || !theirs) throw new Error('A page is missing.')
  const name = (page: Page) => page.getByRole('textbox', { name: 'Campaign name' })
  const saved = (page: Page) => page.waitForResponse((answer) => answer.request().method() === 'PUT')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await mine.route('**/api/campaign/campaign/*', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.fallback()
  })
  const asked = mine.waitForRequest((request) => request.method() === 'PUT')
  await name(mine).fill(`${theirName}, shorter`)
  await asked
  const done = saved(theirs)
  await name(theirs).fill(theirName)
  await done
  release()
  await mine.getByRole('alert').filter({ hasText: 'saved a newer version' }).waitFor()
  await keep(mine, `campaign-conflict${device}`)
  for (const page of [mine, theirs]) await page.context().close()
}

/** On phones one section of the editor is open at a time. */
async function unfold(page: Page, section: string): Promise<void> {
  const folded = page.getByRole('button', { name: section, exact: true, expanded: false })
  if (await folded.isVisible()) await folded.click()
}
