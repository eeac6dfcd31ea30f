import './theme/tokens.css'
import './theme/reset.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/queries.ts'
import { App } from './app.tsx'
import { registerWorker } from './register-worker.ts'
import { startEarly } from './start-early.ts'

const queries = createQueryClient()
startEarly(queries)
registerWorker()

const place = document.getElementById('app')
if (place !== null)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  )
