import { Outlet } from 'react-router'
import { KeyboardProvider } from './keyboard-provider.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { ToastArea } from './toast-area.tsx'

/** [SHELL-02] [SHELL-04] [SHELL-07] Surrounds every page, signed in or not. */
export function Shell() {
  return (
    <KeyboardProvider>
      <ProgressBar />
      <Outlet />
      <ToastArea />
    </KeyboardProvider>
  )
}
