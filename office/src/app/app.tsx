import { PAIR_PAGE } from '@marquee/contract/office/devices'
import { Route, Routes } from 'react-router'
import { PairPage } from '#pages/pair.tsx'
import { Toaster } from '#ui/toaster.tsx'
import { PairedApp } from './paired-app.tsx'

export function App() {
  return (
    <>
      <Routes>
        <Route path={PAIR_PAGE} element={<PairPage />} />
        <Route path="*" element={<PairedApp />} />
      </Routes>
      <Toaster />
    </>
  )
}
