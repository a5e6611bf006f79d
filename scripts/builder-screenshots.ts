/** Pictures of automations and chatbots: mock-ups 05 and 06, and the screens around them that have no mock-up, at three widths. */
import { open, type PictureKit, settled } from './visit-screenshots.ts'

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
    await show('/automations/aut_confirm48/edit', 'role=heading[level=2]', '05-automation')
    await show('/chatbot', 'text=Northgate website assistant', 'chatbots')
    await show('/chatbot/bot_northgate', 'role=heading[name="Northgate website assistant"]', '06-chatbot')
    await show('/chatbot/bot_northgate/versions', 'role=heading[level=1]', 'chatbot-versions')
    await page.context().close()
  }
}
