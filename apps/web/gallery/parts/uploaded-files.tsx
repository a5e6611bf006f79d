import { CallError } from '../../src/api/call-error.ts'
import { ok } from '../canned-api.ts'
import { part } from '../gallery-entry.ts'
import { DocumentsScene, PicturesScene, UploadsScene } from '../scenes/uploads-scene.tsx'

const aProgram = new CallError('Failed', 400, { reason: 'not_valid', message: 'This is a program.' })

export const uploadedFiles = part('Uploaded files', {
  'pictures-empty': { title: 'Doctor pictures', show: () => <UploadsScene slug="doctor-pictures" /> },
  'pictures-sending': {
    title: 'Pictures go up',
    show: () => (
      <PicturesScene
        files={{
          'Amara Okafor.png': 'sending',
          'reyes_marisol_2026.jpg': 'sending',
          'Nils Sorensen portrait.webp': 'sending',
          'Wei Zhang.png': 'waiting',
          'img_0042.jpg': 'waiting',
        }}
      />
    ),
  },
  'pictures-ended': {
    title: 'Pictures are up',
    show: () => <PicturesScene files={{ 'Amara Okafor.png': 'kept', 'Marisol Reyes.jpg': aProgram }} />,
  },
  'pictures-nobody': {
    title: 'Doctor pictures: no doctor takes visits',
    show: () => <UploadsScene slug="doctor-pictures" answers={{ doctors: () => ok([]) }} />,
  },
  'documents-looking': {
    title: 'Documents are looked up',
    show: () => (
      <DocumentsScene files={{ '1.pdf': 'looking', '2.pdf': 'looking', '3.pdf': 'looking', '4.pdf': 'looking' }} />
    ),
  },
  'documents-found': {
    title: 'Documents whose referrals are found, or not',
    show: () => (
      <DocumentsScene
        files={{
          '311-7043 letter from the cardiologist.pdf': 'found',
          'Rosalind Carver and 311-7043.pdf': 'found',
          'scan.pdf': 'found',
          'unlucky.pdf': 'failed',
        }}
        then={async ({ find }) => void (await find('ul[aria-label=Documents] .lucide-rotate-cw'))}
      />
    ),
  },
  documents: { title: 'Referral documents', show: () => <UploadsScene slug="referral-documents" /> },
  'documents-open': {
    title: 'The documents of a referral',
    show: () => (
      <UploadsScene
        slug="referrals"
        then={async ({ press, find }) => {
          await press('[aria-label="2 documents of Rosalind Carver"]')
          await find('[role=dialog] [aria-label=Documents] li')
        }}
      />
    ),
  },
  files: { title: 'Files of the clinic', show: () => <UploadsScene slug="files" /> },
  'files-empty': {
    title: 'No files yet',
    show: () => <UploadsScene slug="files" answers={{ storedFiles: () => ok([]) }} />,
  },
  'file-removed': {
    title: 'The question before a file is removed',
    show: () => (
      <UploadsScene
        slug="files"
        then={async ({ press, find }) => {
          await press('[aria-label="Remove intake-form.pdf"]')
          await find('[role=alertdialog]')
        }}
      />
    ),
  },
})
