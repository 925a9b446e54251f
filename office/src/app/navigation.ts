import Armchair from 'lucide-react/icons/armchair'
import Banknote from 'lucide-react/icons/banknote'
import CalendarRange from 'lucide-react/icons/calendar-range'
import Car from 'lucide-react/icons/car'
import ChartColumn from 'lucide-react/icons/chart-column'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Gauge from 'lucide-react/icons/gauge'
import Gift from 'lucide-react/icons/gift'
import Inbox from 'lucide-react/icons/inbox'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import ScanLine from 'lucide-react/icons/scan-line'
import Settings from 'lucide-react/icons/settings'
import Smartphone from 'lucide-react/icons/smartphone'
import Ticket from 'lucide-react/icons/ticket'
import Undo2 from 'lucide-react/icons/undo-2'
import Users from 'lucide-react/icons/users'
import type { PageName } from '#lib/access.ts'

/** The icon and the shortcut of each page. */
export const NAVIGATION = {
  today: { icon: Gauge, shortcut: 't' },
  bookings: { icon: Ticket, shortcut: 'k' },
  door: { icon: ScanLine, shortcut: 'd' },
  valet: { icon: Car, shortcut: 'v' },
  refunds: { icon: Undo2, shortcut: 'f' },
  cash: { icon: Banknote, shortcut: 'w' },
  enquiries: { icon: Inbox, shortcut: 'q' },
  programme: { icon: CalendarRange, shortcut: 'p' },
  halls: { icon: LayoutGrid, shortcut: 'l' },
  outages: { icon: Armchair, shortcut: 'o' },
  vouchers: { icon: Gift, shortcut: 'y' },
  people: { icon: Users, shortcut: 'u' },
  reports: { icon: ChartColumn, shortcut: 'r' },
  devices: { icon: Smartphone, shortcut: 'e' },
  audit: { icon: ClipboardList, shortcut: 'a' },
  settings: { icon: Settings, shortcut: 'g' },
} as const satisfies Record<PageName, { icon: unknown; shortcut: string }>
