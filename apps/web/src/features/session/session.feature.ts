import type { Page } from '../../parts/page.ts'

/** The pages that work without a session. */
export const sessionPages: readonly Page[] = [
  { path: 'sign-in', title: 'Sign in', load: () => import('./sign-in-page.tsx') },
  { path: 'forgot-password', title: 'Forgot password', load: () => import('./forgot-password-page.tsx') },
  { path: 'reset-password', title: 'Set a new password', load: () => import('./reset-password-page.tsx') },
  { path: 'invitation', title: 'Invitation', load: () => import('./invitation-page.tsx') },
]
