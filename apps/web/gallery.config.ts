import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callTable } from './build/call-table.ts'
import { eventTable } from './build/event-table.ts'

/** The gallery alone, for the test that looks at every one of its pages. It goes beside the app, never into it. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), callTable(), eventTable()],
  build: {
    target: 'es2023',
    outDir: 'gallery/dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // In one piece: no part of an entry is still on its way when its picture is taken.
    rolldownOptions: { input: 'gallery/index.html', output: { codeSplitting: false } },
  },
})
