import { Upload } from 'lucide-react'
import type { Feature } from '../../parts/feature.ts'

const page = (path: string, title: string) => ({ path, title, waitsForAppState: true })

export const uploads: Feature = {
  pages: [
    { path: 'uploads', redirect: '/uploads/demographics' },
    { ...page('uploads/:kind', 'Uploads'), load: () => import('./uploads-page.tsx') },
    { ...page('uploads/:kind/:importId', 'Upload'), load: () => import('./import-page.tsx') },
    { ...page('appointments/upload', 'Upload appointments'), load: () => import('./uploads-page.tsx') },
    { ...page('appointments/upload/:importId', 'Upload appointments'), load: () => import('./import-page.tsx') },
  ],
  navigation: { label: 'Uploads', to: '/uploads', icon: Upload, key: 'u', at: 'top', order: 40 },
  places: () => import('./uploads-places.rules.ts'),
}
