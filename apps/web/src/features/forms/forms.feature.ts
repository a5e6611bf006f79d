import { PencilLine } from 'lucide-react'
import type { Feature } from '../../parts/feature.ts'

export const forms: Feature = {
  pages: [
    { path: 'forms', title: 'Forms', waitsForAppState: true, load: () => import('./forms-page.tsx') },
    {
      ...{ path: 'forms/submissions/:submissionId', title: 'Submitted form', waitsForAppState: true },
      load: () => import('./submission-page.tsx'),
    },
    { path: 'forms/:formId', title: 'Form', waitsForAppState: true, load: () => import('./form-page.tsx') },
    { path: 'exports', title: 'Exports', waitsForAppState: true, load: () => import('./exports-page.tsx') },
  ],
  views: [{ label: 'Forms', to: '/forms', icon: PencilLine, at: 'foot', order: 46 }],
  places: () => import('./forms-places.rules.ts'),
}
