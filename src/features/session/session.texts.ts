/** See docs/specification.md#sign-in and docs/specification.md#messages, unless marked 'Our choice'. */
export const texts = {
  heading: 'Welcome Back',
  subtitle: (brand: string) => `Sign in to your ${brand} account`,
  email: 'Email Address',
  password: 'Password',
  rememberMe: 'Remember me',
  forgotPassword: 'Forgot password?',
  signIn: 'Sign In',
  noAccount: "Don't have an account?",
  contactAdministrator: 'Contact Administrator',
  loginFailed: 'Login failed. Please try again.',
  unknownRole: 'Unknown role',
  /** Our choice, from here on. */
  signedOut: 'You were signed out. Sign in again.',
  understood: 'OK',
  codeWanted: 'Your password is correct. Now enter the code that your app shows.',
  passkeyWanted: 'Your password is correct. Now use your passkey, or enter a code.',
  code: 'Code',
  codeHint: 'Six digits. Without your phone: one of your recovery codes.',
  back: 'Back',
} as const;

/** Our choice: the specification shows no sentence for these. */
export const refusals = {
  passwordTooLongAgo: 'Your password was entered too long ago. Enter it again.',
  wrongCredentials: 'The email address or the password is not right.',
  providerOnly: (provider: string) => `Passwords do not sign you in here. Use 'Sign in with ${provider}'.`,
  tooBusy: 'Many people are signing in right now. Try again in a few seconds.',
} as const;
