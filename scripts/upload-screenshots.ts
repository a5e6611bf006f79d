/** Pictures of uploads, doctors and fax: mock-up 09 and its steps, and the screens around it that have no mock-up, at three widths. */
import type { Page } from 'playwright'
import { open, type PictureKit, settled } from './visit-screenshots.ts'

/** The file of the demo that waits for its review. */
const REVIEWED = '/uploads/demographics/imp_nov'
const ROW = '[data-import-row]'

export async function uploadPictures({ url, devices, signedIn, keep }: PictureKit): Promise<void> {
  for (const [device, size] of Object.entries(devices)) {
    const page = await (await signedIn(url, 'lena@demo.test', size)).newPage()
    const show = async (path: string, shown: string, name: string) => {
      await open(page, `${url}${path}`, shown)
      await keep(page, `${name}${device}`)
    }
    await show('/uploads/demographics', 'text=nov-demographics.xlsx', '09-upload-choose')
    await show(REVIEWED, ROW, '09-upload')
    await compare(page)
    await keep(page, `09-upload-compare${device}`)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Compare row 640' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Import [\d,]+ rows/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).waitFor()
    await keep(page, `09-upload-start${device}`)
    await show('/uploads/demographics/imp_oct', ROW, '09-upload-done')
    await show('/uploads/demographics/imp_locked', 'text=password', '09-upload-failed')
    await show('/uploads/doctor-pictures', 'text=Choose', 'doctor-pictures')
    await show('/uploads/referrals', 'table', 'referrals')
    await show('/uploads/referral-documents', 'table', 'referral-documents')
    await show('/uploads/files', 'text=new-patient-packet', 'files')
    await show('/doctors', '[data-doctor-id]', 'doctors')
    await show('/doctors/doc_okafor', 'form', 'doctor')
    await show('/fax', 'form', 'fax')
    await show('/fax/sent', '[data-fax-id]', 'faxes')
    await page.context().close()
  }
}

async function compare(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Compare row 640' }).click()
  await page.getByRole('dialog', { name: 'Compare row 640' }).getByText('In the file').waitFor()
  await settled(page)
}
