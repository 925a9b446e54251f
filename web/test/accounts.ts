import type { User } from '@marquee/contract/accounts'

/** Somebody with an account and a password. */
export const asha: User = {
  _id: 'u1',
  username: 'Asha',
  email: 'asha@example.com',
  phone: '+91 98765 43210',
  phoneVerified: false,
  profilePicture: '/profile.svg',
  hasPassword: true,
}
