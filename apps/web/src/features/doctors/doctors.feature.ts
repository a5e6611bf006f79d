import type { Feature } from '../../parts/feature.ts'

/** The rail does not lead here: the command bar does, and the uploads. */
export const doctors: Feature = {
  pages: [
    { path: 'doctors', title: 'Doctors', waitsForAppState: true, load: () => import('./doctors-page.tsx') },
    {
      path: 'doctors/preview',
      title: 'Doctor preview',
      waitsForAppState: true,
      load: () => import('./preview/preview-page.tsx'),
    },
    { path: 'doctors/:id', title: 'Doctor', waitsForAppState: true, load: () => import('./editor/doctor-page.tsx') },
  ],
  places: () => import('./doctors-places.rules.ts'),
}
