import { CalendarClock } from 'lucide-react'
import type { Feature } from '../../parts/feature.ts'

export const appointments: Feature = {
  pages: [
    {
      path: 'appointments',
      title: 'Appointments',
      waitsForAppState: true,
      load: () => import('./appointments-page.tsx'),
    },
    {
      path: 'appointments/due-dates',
      title: 'Due dates',
      waitsForAppState: true,
      load: () => import('./due-dates/due-dates-page.tsx'),
    },
  ],
  navigation: { label: 'Appointments', to: '/appointments', icon: CalendarClock, key: 'a', at: 'top', order: 30 },
}
