import { Users } from 'lucide-react'
import type { Feature } from '../../parts/feature.ts'

export const patients: Feature = {
  pages: [
    { path: 'patients', title: 'Patients', waitsForAppState: true, load: () => import('./patients-page.tsx') },
    {
      path: 'patients/:id',
      title: 'Chart',
      waitsForAppState: true,
      load: async () => ({ Component: (await import('./chart/chart-page.tsx')).default }),
    },
  ],
  navigation: { label: 'Patients', to: '/patients', icon: Users, key: 'p', at: 'top', order: 20 },
}
