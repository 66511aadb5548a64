/**
 * Unicode 17.0 default full case folding: the C and F mappings of the standard's case folding table, and
 * nothing of S or T. Derived from an engine's own case mappings (lower(upper(c))) with the places where folding is
 * not that: dotless i, capital sharp s, Cherokee. Checked code point by code point against Unicode 14's folding.
 *
 * `a:b` folds one code point, `a+n:b` n consecutive ones, `a*n:b` every second one; all numbers but n are hex.
 */
export const SIMPLE_RUNS: readonly string[] = [
  "41+26:61 b5:3bc c0+23:e0 d8+7:f8 100*24:101 132*3:133 139*8:13a 14a*23:14b 178:ff 179*3:17a 17f:73 181:253",
  "182*2:183 186:254 187:188 189+2:256 18b:18c 18e:1dd 18f:259 190:25b 191:192 193:260 194:263 196:269 197:268",
  "198:199 19c:26f 19d:272 19f:275 1a0*3:1a1 1a6:280 1a7:1a8 1a9:283 1ac:1ad 1ae:288 1af:1b0 1b1+2:28a",
  "1b3*2:1b4 1b7:292 1b8:1b9 1bc:1bd 1c4:1c6 1c5:1c6 1c7:1c9 1c8:1c9 1ca:1cc 1cb*9:1cc 1de*9:1df 1f1:1f3",
  "1f2*2:1f3 1f6:195 1f7:1bf 1f8*20:1f9 220:19e 222*9:223 23a:2c65 23b:23c 23d:19a 23e:2c66 241:242 243:180",
  "244:289 245:28c 246*5:247 345:3b9 370*2:371 376:377 37f:3f3 386:3ac 388+3:3ad 38c:3cc 38e+2:3cd 391+17:3b1",
  "3a3+9:3c3 3c2:3c3 3cf:3d7 3d0:3b2 3d1:3b8 3d5:3c6 3d6:3c0 3d8*12:3d9 3f0:3ba 3f1:3c1 3f4:3b8 3f5:3b5 3f7:3f8",
  "3f9:3f2 3fa:3fb 3fd+3:37b 400+16:450 410+32:430 460*17:461 48a*27:48b 4c0:4cf 4c1*7:4c2 4d0*48:4d1",
  "531+38:561 10a0+38:2d00 10c7:2d27 10cd:2d2d 13f8+6:13f0 1c80:432 1c81:434 1c82:43e 1c83+2:441 1c85:442",
  "1c86:44a 1c87:463 1c88:a64b 1c89:1c8a 1c90+43:10d0 1cbd+3:10fd 1e00*75:1e01 1e9b:1e61 1ea0*48:1ea1",
  "1f08+8:1f00 1f18+6:1f10 1f28+8:1f20 1f38+8:1f30 1f48+6:1f40 1f59*4:1f51 1f68+8:1f60 1fb8+2:1fb0 1fba+2:1f70",
  "1fbe:3b9 1fc8+4:1f72 1fd8+2:1fd0 1fda+2:1f76 1fe8+2:1fe0 1fea+2:1f7a 1fec:1fe5 1ff8+2:1f78 1ffa+2:1f7c",
  "2126:3c9 212a:6b 212b:e5 2132:214e 2160+16:2170 2183:2184 24b6+26:24d0 2c00+48:2c30 2c60:2c61 2c62:26b",
  "2c63:1d7d 2c64:27d 2c67*3:2c68 2c6d:251 2c6e:271 2c6f:250 2c70:252 2c72:2c73 2c75:2c76 2c7e+2:23f",
  "2c80*50:2c81 2ceb*2:2cec 2cf2:2cf3 a640*23:a641 a680*14:a681 a722*7:a723 a732*31:a733 a779*2:a77a a77d:1d79",
  "a77e*5:a77f a78b:a78c a78d:265 a790*2:a791 a796*10:a797 a7aa:266 a7ab:25c a7ac:261 a7ad:26c a7ae:26a",
  "a7b0:29e a7b1:287 a7b2:29d a7b3:ab53 a7b4*8:a7b5 a7c4:a794 a7c5:282 a7c6:1d8e a7c7*2:a7c8 a7cb:264",
  "a7cc*8:a7cd a7dc:19b a7f5:a7f6 ab70+80:13a0 ff21+26:ff41 10400+40:10428 104b0+36:104d8 10570+11:10597",
  "1057c+15:105a3 1058c+7:105b3 10594+2:105bb 10c80+51:10cc0 10d50+22:10d70 118a0+32:118c0 16e40+32:16e60",
  "16ea0+25:16ebb 1e900+34:1e922",
];

/** One code point that folds to several. */
export const FULL_MAPPINGS: readonly string[] = [
  "df:73_73 130:69_307 149:2bc_6e 1f0:6a_30c 390:3b9_308_301 3b0:3c5_308_301 587:565_582 1e96:68_331",
  "1e97:74_308 1e98:77_30a 1e99:79_30a 1e9a:61_2be 1e9e:73_73 1f50:3c5_313 1f52:3c5_313_300 1f54:3c5_313_301",
  "1f56:3c5_313_342 1f80:1f00_3b9 1f81:1f01_3b9 1f82:1f02_3b9 1f83:1f03_3b9 1f84:1f04_3b9 1f85:1f05_3b9",
  "1f86:1f06_3b9 1f87:1f07_3b9 1f88:1f00_3b9 1f89:1f01_3b9 1f8a:1f02_3b9 1f8b:1f03_3b9 1f8c:1f04_3b9",
  "1f8d:1f05_3b9 1f8e:1f06_3b9 1f8f:1f07_3b9 1f90:1f20_3b9 1f91:1f21_3b9 1f92:1f22_3b9 1f93:1f23_3b9",
  "1f94:1f24_3b9 1f95:1f25_3b9 1f96:1f26_3b9 1f97:1f27_3b9 1f98:1f20_3b9 1f99:1f21_3b9 1f9a:1f22_3b9",
  "1f9b:1f23_3b9 1f9c:1f24_3b9 1f9d:1f25_3b9 1f9e:1f26_3b9 1f9f:1f27_3b9 1fa0:1f60_3b9 1fa1:1f61_3b9",
  "1fa2:1f62_3b9 1fa3:1f63_3b9 1fa4:1f64_3b9 1fa5:1f65_3b9 1fa6:1f66_3b9 1fa7:1f67_3b9 1fa8:1f60_3b9",
  "1fa9:1f61_3b9 1faa:1f62_3b9 1fab:1f63_3b9 1fac:1f64_3b9 1fad:1f65_3b9 1fae:1f66_3b9 1faf:1f67_3b9",
  "1fb2:1f70_3b9 1fb3:3b1_3b9 1fb4:3ac_3b9 1fb6:3b1_342 1fb7:3b1_342_3b9 1fbc:3b1_3b9 1fc2:1f74_3b9",
  "1fc3:3b7_3b9 1fc4:3ae_3b9 1fc6:3b7_342 1fc7:3b7_342_3b9 1fcc:3b7_3b9 1fd2:3b9_308_300 1fd3:3b9_308_301",
  "1fd6:3b9_342 1fd7:3b9_308_342 1fe2:3c5_308_300 1fe3:3c5_308_301 1fe4:3c1_313 1fe6:3c5_342 1fe7:3c5_308_342",
  "1ff2:1f7c_3b9 1ff3:3c9_3b9 1ff4:3ce_3b9 1ff6:3c9_342 1ff7:3c9_342_3b9 1ffc:3c9_3b9 fb00:66_66 fb01:66_69",
  "fb02:66_6c fb03:66_66_69 fb04:66_66_6c fb05:73_74 fb06:73_74 fb13:574_576 fb14:574_565 fb15:574_56b",
  "fb16:57e_576 fb17:574_56d",
];
