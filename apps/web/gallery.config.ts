import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callTable } from './build/call-table.ts'
import { eventTable } from './build/event-table.ts'

/** Builds the gallery alone, for the test that visits each of its pages. It is never part of the app. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), callTable(), eventTable()],
  build: {
    target: 'es2023',
    outDir: 'gallery/dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // One chunk, so that no part of an entry is still loading when the test takes its picture.
    rolldownOptions: { input: 'gallery/index.html', output: { codeSplitting: false } },
  },
})
